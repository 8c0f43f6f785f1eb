-- Reply: the number of webhooks
local waiting = 0
for _, key in ipairs(redis.call('ZRANGE', due, 0, -1)) do waiting = waiting + redis.call('ZCARD', queueOf(key)) end
return waiting
