-- Adds a link to those of a question, unless the question has the maximum.
-- KEYS: links of the question; ARGV: maximum, their age (ms), hash of the new link
if redis.call('SCARD', KEYS[1]) >= tonumber(ARGV[1]) then return 0 end
redis.call('SADD', KEYS[1], ARGV[3])
if redis.call('PTTL', KEYS[1]) < tonumber(ARGV[2]) then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
return 1
