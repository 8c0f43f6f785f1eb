package schema

// The words for secrets in the languages of the interface: en, de, es, fr,
// pt, ar, he, ja, ko, zh. Accents and case do not count.

// secretTerms name a secret wherever they stand: in a name, a title or a
// description.
var secretTerms = phrasesOf(
	"password, passwords, passwd, passphrase, passcode, passkey, pass word, pass phrase, pass code, pwd, passwort, kennwort",
	"api key, api keys, apikey, api token, api secret, secret key, secretkey, secret access key, private key, privatekey, access key, accesskey",
	"ssl key, tls key, ssh key, pgp key, gpg key, signing key, encryption key, master key, license secret, webhook secret",
	"access token, accesstoken, access tokens, auth token, authtoken, authentication token, bearer token, refresh token, id token, session token, personal access token, security token, oauth token, client secret, clientsecret, shared secret",
	"credit card, creditcard, debit card, card number, cardnumber, card no, cvv, cvc, ccv, csc code, card security code, card verification, bank pin",
	"one time code, one time password, one time passcode, otp, totp, 2 fa code, mfa code, verification code, recovery code, recovery codes, backup code, backup codes, recovery phrase, seed phrase, recovery key",
	"social security, social security number, ssn, security code, login code, security answer",
	// German
	"passphrase, zugangstoken, zugriffstoken, api schlüssel, geheimer schlüssel, geheimen schlüssel, privater schlüssel, privaten schlüssel, geheimschlüssel, kreditkarte, kreditkartennummer, kartennummer, prüfnummer, kartenprüfnummer, sicherheitscode, einmalcode, einmalpasswort, einmalkennwort, bestätigungscode, sozialversicherungsnummer, geheimzahl, geheimnummer, tan nummer, mtan",
	// Spanish
	"contraseña, contraseñas, clave secreta, clave privada, clave de acceso, clave api, clave de api, clave de la api, frase de contraseña, frase secreta, token de acceso, tarjeta de crédito, tarjeta de débito, número de tarjeta, número de la tarjeta, código de seguridad, código de verificación, código de un solo uso, seguridad social, seguro social",
	// French
	"mot de passe, mots de passe, phrase de passe, phrase secrète, clé api, clé d api, clé de l api, clé privée, clé secrète, clé d accès, jeton d accès, carte bancaire, carte de crédit, numéro de carte, code de sécurité, code secret, code à usage unique, code de vérification, cryptogramme, sécurité sociale",
	// Portuguese
	"senha, senhas, palavra passe, chave de api, chave da api, chave api, chave privada, chave secreta, chave de acesso, frase secreta, cartão de crédito, cartão de débito, número do cartão, código de segurança, código de verificação, código de uso único, seguridade social",
)

// secretNames are looked for in names and titles only. In sentences they mostly
// mean something else.
var secretNames = phrasesOf(
	"pin, pincode, pin code, pin number, secret, secrets, token, credentials, credential, mnemonic, código pin, code pin, geheimnis, secreto, segredo, jeton",
)

// secretEndings end compounds: "dbpassword", "Datenbankpasswort".
var secretEndings = []string{"password", "passwort", "kennwort", "passwd", "apikey", "kreditkartennummer"}

// secretPieces are searched inside words. Arabic and Hebrew join articles and
// prepositions to the word, the others write without spaces. Words are joined
// by single spaces.
var secretPieces = []string{
	// Arabic
	"كلمة المرور", "كلمة السر", "كلمة مرور", "كلمة سر", "الرمز السري", "الرقم السري", "رمز سري", "مفتاح api", "مفتاح خاص", "المفتاح الخاص", "المفتاح السري", "مفتاح سري",
	"رمز الوصول", "بطاقة الائتمان", "بطاقة ائتمان", "رقم البطاقة", "رمز التحقق", "رمز الأمان", "رمز لمرة واحدة", "الضمان الاجتماعي",
	// Hebrew
	"סיסמה", "סיסמא", "סיסמת", "מפתח api", "מפתח פרטי", "מפתח סודי", "המפתח הפרטי", "המפתח הסודי", "כרטיס אשראי", "כרטיס האשראי", "מספר כרטיס", "מספר הכרטיס",
	"קוד חד פעמי", "קוד סודי", "קוד אבטחה", "קוד אימות", "אסימון גישה",
	// Japanese
	"パスワード", "暗証番号", "パスフレーズ", "秘密鍵", "apiキー", "api キー", "アクセストークン", "アクセスキー", "シークレット", "クレジットカード", "カード番号", "セキュリティコード", "ワンタイム", "認証コード", "マイナンバー",
	// Korean
	"비밀번호", "패스워드", "암호", "api 키", "api키", "비밀 키", "비밀키", "개인 키", "개인키", "액세스 토큰", "신용카드", "신용 카드", "카드번호", "카드 번호", "보안 코드", "보안코드", "일회용", "인증번호", "인증 번호", "주민등록번호",
	// Chinese
	"密码", "密碼", "口令", "密钥", "密鑰", "金鑰", "私钥", "私鑰", "访问令牌", "令牌", "信用卡", "卡号", "卡號", "验证码", "驗證碼", "安全码", "安全碼", "一次性代码", "社会保障号", "社会安全号",
}

// secretInnocents are removed before the pieces are searched: cryptography
// and cryptocurrencies are no passwords.
var secretInnocents = []string{"암호화", "암호학", "密码学", "密碼學", "密码子"}

// notSecretAfter are words after a hit that show that something else is asked
// for than the secret: "token limit", "password policy", "pin to top".
var notSecretAfter = wordSet("length policy policies limit limits count budget type types url uri endpoint path file location expiry expires expiration ttl lifetime manager rotation strategy strategies usage price cost reset requirements strength hint field label provider name names generator validator tokenizer header column format algorithm store vault message messages post posts board map layout color colour protected holder brand issuer network length länge longitud longueur")

// notTokenAfter are words after "token" that show that it is a coin or a word.
var notTokenAfter = wordSet("address symbol standard ring contract amount decimals supply class")

// notSecretBefore are words before a hit that show that something else is asked
// for: "next page token".
var notSecretBefore = wordSet("max min maximum minimum page next previous continuation cursor sync stop eos bos pad special csrf per cost price gpio map drop lapel clothes public output input forgot reset remember show hide")

// pinPlaces follow "pin to" where pin is a verb.
var pinPlaces = wordSet("top dashboard board home start sidebar taskbar profile channel front")

// negations in front of a hit turn a request into its opposite: "never send
// us your password". In Japanese and Korean they stand at the end.
// The lone t is what is left of "don't".
var negations = wordSet("not never no t dont without cannot nicht kein keine keinen keinem nie niemals ohne nunca sin jamás tampoco ne pas jamais sans não nao sem لا لن بدون ليس אל לא ללא בלי")

// negatedPieces negate anywhere in the sentence.
var negatedPieces = []string{"אל ת", "ないで", "しません", "不要です", "마세요", "마십시오", "않습니다", "없이", "不要", "请勿", "請勿", "切勿", "无需", "無需", "不会", "不會", "不需"}
