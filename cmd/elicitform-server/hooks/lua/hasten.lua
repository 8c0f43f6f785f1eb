-- Makes a webhook due now, where there is one. Who has claimed it before cannot delay it any more.
-- KEYS: due, jobs; ARGV: name
local clock = redis.call('TIME')
local now = string.format('%.0f', tonumber(clock[1]) * 1000 + math.floor(tonumber(clock[2]) / 1000))
if not redis.call('ZSCORE', KEYS[1], ARGV[1]) then return 0 end
redis.call('ZADD', KEYS[1], now, ARGV[1])
if redis.call('EXISTS', KEYS[2] .. ARGV[1]) == 1 then redis.call('HINCRBY', KEYS[2] .. ARGV[1], 'claim', 1) end
return 1
