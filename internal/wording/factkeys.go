package wording

// Facts about a field, and why something cannot be answered or shown. The
// numbers go on where those of the other keys end.
const (
	noteDefaultDropped Key = iota + hintOnlyNo + 1
	noteUnknownFormat
	noteDefaultTooLong
	notePatternUnchecked
	noteUntyped
	noteOptionsDropped
	noteRuleIgnored
	noteShortened

	obstacleNested
	obstacleType
	obstacleRemote
	obstacleBroken
	obstacleComposition
	obstacleNoOptions
	obstacleContradiction
	obstacleNotASchema
	obstacleTooMuch

	blockedFields
	blockedMissing

	refusedUnreadable
	refusedTooLarge
	refusedTooDeep
	refusedDuplicateName
	refusedNumberTooLong
	refusedUnknownMode
	refusedModeConflict
	refusedNotAForm
	refusedDialect
	refusedTooManyQuestions
	refusedTooManyOptions

	keyCount
)
