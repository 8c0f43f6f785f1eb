-- Returns the changes of a session since a version, all at one moment.
-- ARGV: the version, 0 for all
-- Reply: the version, the number of open rounds, then the ids that were asked since and the news since, each with its version.
-- Without a change the reply is a few bytes, with any number of open rounds.
local since = '(' .. ARGV[4]
return {
  tonumber(redis.call('GET', version) or 0), redis.call('ZCARD', open),
  redis.call('ZRANGEBYSCORE', open, since, '+inf', 'WITHSCORES'),
  redis.call('ZRANGEBYSCORE', gone, since, '+inf', 'WITHSCORES'),
}
