package wasmfile

import "testing"

func TestSignedNumbersRoundTrip(t *testing.T) {
	for _, value := range []int64{0, 1, 63, 64, -1, -64, -65, 127, 128, 8191, 8192, 1<<31 - 1, -1 << 31, 1<<63 - 1, -1 << 63} {
		text := AppendSigned(nil, value)
		r := Reader{Rest: text}
		if got := r.Signed(); got != value || r.Failed || len(r.Rest) > 0 {
			t.Errorf("%d came back as %d, %d of %d bytes left", value, got, len(r.Rest), len(text))
		}
	}
}

func TestReaderFailsAtTheEnd(t *testing.T) {
	for name, read := range map[string]func(*Reader){
		"byte":     func(r *Reader) { r.Byte() },
		"bytes":    func(r *Reader) { r.Bytes(1) },
		"signed":   func(r *Reader) { r.Signed() },
		"unsigned": func(r *Reader) { r.Unsigned() },
	} {
		r := Reader{}
		if read(&r); !r.Failed {
			t.Errorf("%s read beyond the end", name)
		}
	}
}
