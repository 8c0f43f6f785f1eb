-- The server says that a page is finished. Such notices have a rate: those of a server, and all of a session.
-- KEYS: request, open, version, gone, sizes, notices
-- ARGV: server, ["<server>","<elicitationId>"], channel, keep (ms)
-- Reply: the version, or 0 where there are too many notices.
local version, gone, notices = KEYS[3], KEYS[4], KEYS[6]
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
-- Each notice takes its time, in ms; up to a minute of it may be taken in advance.
local takes, minute = { ['server ' .. ARGV[1]] = 1000, session = 250 }, 60000
local untils = {}
redis.call('ZREMRANGEBYSCORE', notices, '-inf', now)
for name, ms in pairs(takes) do
  untils[name] = math.max(now, tonumber(redis.call('ZSCORE', notices, name) or 0)) + ms
  if untils[name] > now + minute then
    return 0
  end
end
for name, time in pairs(untils) do
  redis.call('ZADD', notices, string.format('%.0f', time), name)
end
redis.call('PEXPIRE', notices, minute)
redis.call('SET', version, string.format('%.0f', now), 'NX')
local v = redis.call('INCR', version)
redis.call('ZADD', gone, v, 'page ' .. ARGV[2])
redis.call('ZREMRANGEBYRANK', gone, 0, -201)
redis.call('PEXPIRE', gone, tonumber(ARGV[4]))
if redis.call('PTTL', version) < 86400000 then redis.call('PEXPIRE', version, 86400000) end
redis.call('PUBLISH', ARGV[3], v .. ' page')
return v
