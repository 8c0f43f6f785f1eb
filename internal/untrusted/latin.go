package untrusted

// Latin is the letter or digit of ASCII that a character is read as: a look-alike of another
// script, a letter in bold, in a circle or in small capitals. Any other one is returned as it is.
func Latin(r rune) rune {
	if r < 0x80 {
		return r
	}
	if latin := latinFor(r); latin != 0 {
		return latin
	}
	for _, run := range styled {
		if r < run.first || r > run.last {
			continue
		}
		return run.as + (r-run.first)%run.every
	}
	const smallCapitals, capitals = "ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢкКтТмвнВМНТ", "abcdefghijklmnoprstuvwyzkKtTmvhBMHT"
	i := 0
	for _, small := range smallCapitals {
		if small == r {
			return rune(capitals[i])
		}
		i++
	}
	return r
}

// styled are runs of letters and digits that Unicode has for mathematics, in circles and in
// squares.
var styled = [...]struct{ first, last, as, every rune }{
	{0x249C, 0x24B5, 'a', 26}, {0x24B6, 0x24CF, 'a', 26}, {0x24D0, 0x24E9, 'a', 26}, {0x2460, 0x2468, '1', 9},
	{0x1D400, 0x1D6A3, 'a', 26}, {0x1D7CE, 0x1D7FF, '0', 10},
	{0x1F110, 0x1F129, 'a', 26}, {0x1F130, 0x1F149, 'a', 26}, {0x1F150, 0x1F169, 'a', 26}, {0x1F170, 0x1F189, 'a', 26},
}
