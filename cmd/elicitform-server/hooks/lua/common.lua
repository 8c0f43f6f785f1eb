-- Every script begins with this text. Each ask key has its own queue, so that its webhooks do not wait for those of other
-- keys.
-- KEYS: due, jobs
local due, jobs = KEYS[1], KEYS[2]
local clock = redis.call('TIME')
local now = tonumber(clock[1]) * 1000 + math.floor(tonumber(clock[2]) / 1000)

local function whole(number) return string.format('%.0f', number) end

local function queueOf(key) return due .. ':' .. key end

-- Updates the due time of an ask key.
local function note(key)
  local first = redis.call('ZRANGE', queueOf(key), 0, 0, 'WITHSCORES')
  if first[1] then redis.call('ZADD', due, first[2], key) else redis.call('ZREM', due, key) end
end

-- Makes a webhook due after a number of ms.
local function set(key, name, after)
  redis.call('ZADD', queueOf(key), whole(now + after), name)
  note(key)
end
