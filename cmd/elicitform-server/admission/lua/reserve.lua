-- Counts an open question of an asker, unless the asker has too many questions or bytes.
-- KEYS: due, bytes; ARGV: question, its size, maximum number, maximum bytes, pause before the first lookup (ms), age of the keys (ms)
-- Reply: "new", "known" if it is counted already, or "full"
local due, sizes, name, size = KEYS[1], KEYS[2], ARGV[1], tonumber(ARGV[2])
local clock = redis.call('TIME')
local now = tonumber(clock[1]) * 1000 + math.floor(tonumber(clock[2]) / 1000)
if redis.call('HEXISTS', sizes, name) == 1 then return 'known' end
-- The empty name has the sum of all sizes.
if redis.call('ZCARD', due) >= tonumber(ARGV[3]) or tonumber(redis.call('HGET', sizes, '') or 0) + size > tonumber(ARGV[4]) then
  return 'full'
end
redis.call('ZADD', due, string.format('%.0f', now + tonumber(ARGV[5])), name)
redis.call('HSET', sizes, name, size)
redis.call('HINCRBY', sizes, '', size)
redis.call('PEXPIRE', due, ARGV[6])
redis.call('PEXPIRE', sizes, ARGV[6])
return 'new'
