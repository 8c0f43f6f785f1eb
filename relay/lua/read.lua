-- What has changed in a session since a version, at one moment.
-- KEYS: request, open, version, gone
-- ARGV: the version that is known, 0 for none
-- Reply: the version, how many questions are open, then the ids that were asked since and what has gone
-- since, each with its version. Where nothing has changed that is a few bytes, however much is open.
local since = '(' .. ARGV[1]
return {
  tonumber(redis.call('GET', KEYS[3]) or 0), redis.call('ZCARD', KEYS[2]),
  redis.call('ZRANGEBYSCORE', KEYS[2], since, '+inf', 'WITHSCORES'),
  redis.call('ZRANGEBYSCORE', KEYS[4], since, '+inf', 'WITHSCORES'),
}
