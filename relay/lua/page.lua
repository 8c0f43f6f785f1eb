-- The server says that a page is finished.
-- KEYS: request, open, version, gone
-- ARGV: "<server>\n<elicitationId>", keep (ms), channel
-- Reply: the version
local version, gone = KEYS[3], KEYS[4]
local v = redis.call('INCR', version)
redis.call('ZADD', gone, v, 'page ' .. ARGV[1])
redis.call('ZREMRANGEBYRANK', gone, 0, -201)
redis.call('PEXPIRE', gone, tonumber(ARGV[2]))
redis.call('PEXPIRE', version, 86400000)
redis.call('PUBLISH', ARGV[3], v)
return v
