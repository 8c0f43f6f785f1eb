-- Counts an open question of an asker, unless that has too many, or too many bytes.
-- KEYS: due, bytes; ARGV: question, its bytes, most questions, most bytes, when it is to be looked at (ms from now), age of the keys (ms)
-- Reply: "new", "known" where it is counted already, or "full"
local due, sizes, name, size = KEYS[1], KEYS[2], ARGV[1], tonumber(ARGV[2])
local clock = redis.call('TIME')
local now = tonumber(clock[1]) * 1000 + math.floor(tonumber(clock[2]) / 1000)
if redis.call('HEXISTS', sizes, name) == 1 then return 'known' end
-- The empty name has the bytes of all of them.
if redis.call('ZCARD', due) >= tonumber(ARGV[3]) or tonumber(redis.call('HGET', sizes, '') or 0) + size > tonumber(ARGV[4]) then
  return 'full'
end
redis.call('ZADD', due, string.format('%.0f', now + tonumber(ARGV[5])), name)
redis.call('HSET', sizes, name, size)
redis.call('HINCRBY', sizes, '', size)
redis.call('PEXPIRE', due, ARGV[6])
redis.call('PEXPIRE', sizes, ARGV[6])
return 'new'
