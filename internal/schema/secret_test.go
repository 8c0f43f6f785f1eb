package schema

import (
	"strings"
	"testing"
)

// Rows: T20, B39.
func TestSecret_Names(t *testing.T) {
	hits := []string{
		"password", "Password", "db_password", "userPassword", "PASSWORD_2", "dbpassword", "passwd", "pwd", "passphrase", "newPassword", "confirm password",
		"Password (required)", "Password: at least 8 characters", "pass\u200bword",
		"apiKey", "api_key", "API key", "APIKey", "OpenAI API Key", "apikey", "api-token", "X-API-Key", "openaiApikey",
		"secret", "client_secret", "clientSecret", "AWS Secret Access Key", "sslKey", "private_key", "SSH private key", "encryptionKey",
		"token", "accessToken", "GITHUB_TOKEN", "auth token", "Personal access token", "refresh_token", "bearer token", "token for the bot", "credentials",
		"credit card", "creditCardNumber", "Card number", "card_no", "cvv", "CVC", "cvv2", "cardCvc",
		"pin", "PIN", "PIN code", "4-digit PIN", "cardPin", "Enter PIN to confirm",
		"one-time code", "otp", "2FA code", "Verification code", "recovery phrase", "seed phrase", "SSN", "Social Security number",
		"Passwort", "Datenbankpasswort", "WLAN-Kennwort", "API-Schlüssel", "Privater Schlüssel", "Kreditkartennummer", "Prüfnummer", "Einmalcode",
		"Contraseña", "contrasena", "clave de API", "Clave privada", "Tarjeta de crédito", "Número de tarjeta", "Código de seguridad",
		"Mot de passe", "MOT DE PASSE", "Clé API", "clé d’API", "Clé privée", "Carte bancaire", "Numéro de carte", "Code à usage unique",
		"Senha", "Chave de API", "Chave privada", "Cartão de crédito", "Número do cartão",
		"كلمة المرور", "كلمة السر", "مفتاح API", "بطاقة الائتمان", "رمز التحقق",
		"סיסמה", "הסיסמה שלך", "מפתח API", "כרטיס אשראי", "קוד חד פעמי",
		"パスワード", "新しいパスワード", "APIキー", "秘密鍵", "クレジットカード番号", "暗証番号",
		"비밀번호", "API 키", "신용카드 번호", "인증번호", "암호",
		"密码", "登录密码", "API密钥", "信用卡号", "验证码", "访问令牌",
	}
	misses := []string{
		"name", "secretary", "Secretary of state", "tokenize strategy", "tokenizer", "max_tokens", "maxTokens", "tokens", "Number of tokens", "token limit", "token_count",
		"next_page_token", "cost per token", "token_symbol", "tokenId", "api_key_id", "API key name",
		"key", "keyword", "keywords", "primary_key", "foreign key", "sort key", "keyboard", "monkey", "public key",
		"pinned", "pin_to_top", "Pin message", "GPIO pin", "shipping", "opinion", "spinner", "pinterest", "map pin",
		"passenger", "passengers", "compass", "passport number", "bypass", "pass rate", "password policy", "password_length", "Password manager", "credit card type",
		"card", "business card", "postcard", "cardinality", "country code", "zip code", "error code", "source code", "discount code",
		"secret name", "Do not enter your password", "Never your PIN", "tan", "suntan", "author", "authority", "session",
		"Schlüsselwort", "palabra clave", "clave", "mot clé", "mot", "palavra-chave", "كلمة", "كلمة مفتاحية", "מפתח", "מילה",
		"キーワード", "키워드", "암호화폐", "암호화 방식", "关键词", "密码学", "パス",
	}
	for _, name := range hits {
		if !hintsOf(name, true).secret {
			t.Errorf("%q is not marked as a secret", name)
		}
	}
	for _, name := range misses {
		if hintsOf(name, true).secret {
			t.Errorf("%q is marked as a secret", name)
		}
	}
}

// Rows: T20, B39.
func TestSecret_Descriptions(t *testing.T) {
	for text, want := range map[string]bool{
		"Your API key":                            true,
		"Enter the password for the database.":    true,
		"Paste a GitHub personal access token":    true,
		"Number on your credit card":              true,
		"The one-time code we sent you":           true,
		"Ihr Passwort für das Konto":              true,
		"Introduzca su contraseña":                true,
		"Saisissez votre mot de passe":            true,
		"Digite sua senha":                        true,
		"أدخل كلمة المرور":                        true,
		"הזינו את הסיסמה":                         true,
		"パスワードを入力してください":                          true,
		"비밀번호를 입력하세요":                             true,
		"请输入密码":                                   true,
		"Not a nickname. Your password":           true,
		"Do not give us your password or pin":     false,
		"Please never enter your credit card":     false,
		"Don't type your password here":           false,
		"User name (not your password)":           false,
		"How many tokens may be used":             false,
		"The token to translate":                  false,
		"A secret santa event":                    false,
		"Which pin of the board":                  false,
		"Geben Sie hier kein Passwort ein":        false,
		"No escriba su contraseña":                false,
		"Ne saisissez pas votre mot de passe":     false,
		"Não informe sua senha":                   false,
		"لا تكتب كلمة المرور":                     false,
		"パスワードは入力しないでください":                        false,
		"비밀번호를 입력하지 마세요":                          false,
		"请勿输入密码":                                  false,
		"Length of the generated password":        true, // A wrong warning, accepted.
		"How long the password policy keeps keys": false,
	} {
		t.Run(text, func(t *testing.T) {
			if got := hintsOf(text, false).secret; got != want {
				t.Errorf("got %v, want %v", got, want)
			}
		})
	}
}

// Rows: T20.
func TestSecret_OnlyWhereTyped(t *testing.T) {
	for schema, want := range map[string]bool{
		`{"type":"string","title":"Password"}`:                               true,
		`{"type":"string","format":"password","title":"x"}`:                  true,
		`{"type":"integer","title":"PIN"}`:                                   true,
		`{"type":"array","items":{"type":"string"},"title":"API keys"}`:      true,
		`{"type":"array","items":{"type":"string","format":"password"}}`:     true,
		`{"type":"boolean","title":"Remember password"}`:                     false,
		`{"enum":["a","b"],"title":"Password strength"}`:                     false,
		`{"type":"string","format":"date","title":"Credit card expiry"}`:     false,
		`{"type":"string","title":"Account","description":"Your API token"}`: true,
	} {
		t.Run(schema, func(t *testing.T) {
			if got := readField(t, schema).Secret; got != want {
				t.Errorf("got %v, want %v", got, want)
			}
		})
	}
}

// TestSecrets_OfATextThatIsCutOff: the search ends after a number of bytes, which may be inside
// a character, and a server may send invalid UTF-8.
func TestSecrets_OfATextThatIsCutOff(t *testing.T) {
	for _, text := range []string{"\xd9", "a\xe2\x82", "\xff.p", "1\xf0\x9f\x98", "\xd9\xd9a.\xd9"} {
		for _, short := range []bool{true, false} {
			hintsOf(text, short)
			hintsOf(text+"password", short)
		}
	}
	for n := range 4 {
		hintsOf(strings.Repeat("a", n)+strings.Repeat("سؤال€😀 ", maxGuess), false)
	}
}

// FuzzHints looks for a text that makes the search panic.
func FuzzHints(f *testing.F) {
	for _, seed := range []string{"Pa$$w0rd", "p.i.n.", "P a s s w o r d", "раssword", "\xd9", "vv", "ｐａｓｓ", ""} {
		f.Add(seed)
	}
	f.Fuzz(func(_ *testing.T, text string) {
		hintsOf(text, true)
		hintsOf(text, false)
	})
}
