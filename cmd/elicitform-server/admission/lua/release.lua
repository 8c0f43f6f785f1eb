-- Removes questions of an asker from the count.
-- KEYS: due, bytes; ARGV: the questions
for _, name in ipairs(ARGV) do
  local size = redis.call('HGET', KEYS[2], name)
  if size then
    redis.call('HDEL', KEYS[2], name)
    redis.call('HINCRBY', KEYS[2], '', -tonumber(size))
  end
  redis.call('ZREM', KEYS[1], name)
end
return 1
