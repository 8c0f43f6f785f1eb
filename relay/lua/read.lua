-- What has changed in a session since a version, at one moment.
-- ARGV: the version that is known, 0 for none
-- Reply: the version, how many rounds are open, then the ids that were asked since and what has gone
-- since, each with its version. Where nothing has changed that is a few bytes, however much is open.
local since = '(' .. ARGV[4]
return {
  tonumber(redis.call('GET', version) or 0), redis.call('ZCARD', open),
  redis.call('ZRANGEBYSCORE', open, since, '+inf', 'WITHSCORES'),
  redis.call('ZRANGEBYSCORE', gone, since, '+inf', 'WITHSCORES'),
}
