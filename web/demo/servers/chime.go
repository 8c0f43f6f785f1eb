package servers

import (
	"bytes"
	"encoding/binary"
	"math"
)

const (
	sampleRate    = 8000
	chimeDuration = 1.2 // seconds
)

// chime is a bell of two notes as a WAV file: 8 bits, one channel.
func chime() []byte {
	samples := make([]byte, int(sampleRate*chimeDuration))
	for i := range samples {
		at := float64(i) / sampleRate
		wave := note(659.25, at) + note(880, at-0.25)
		samples[i] = byte(128 + 60*wave)
	}
	var file bytes.Buffer
	size := uint32(len(samples))
	for _, part := range []any{
		[]byte("RIFF"), 36 + size, []byte("WAVEfmt "), uint32(16),
		uint16(1), uint16(1), uint32(sampleRate), uint32(sampleRate), uint16(1), uint16(8),
		[]byte("data"), size, samples,
	} {
		_ = binary.Write(&file, binary.LittleEndian, part) // a buffer takes everything
	}
	return file.Bytes()
}

// note is a tone that fades away, from its beginning on.
func note(frequency, at float64) float64 {
	if at < 0 {
		return 0
	}
	return math.Exp(-4*at) * math.Sin(2*math.Pi*frequency*at)
}
