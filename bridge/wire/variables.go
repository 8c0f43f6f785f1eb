package wire

// variables are the custom properties that MCP Apps names (McpUiStyleVariableKey
// in its specification of 2026-01-26). Others are not taken over: the host's
// page must not be able to restyle the form by accident.
var variables = variableNames()

// IsVariable reports whether name is one of the custom properties of MCP Apps.
func IsVariable(name string) bool {
	_, known := variables[name]
	return known
}

func variableNames() map[string]struct{} {
	tones := []string{"primary", "secondary", "tertiary", "inverse", "ghost", "info", "danger", "success", "warning", "disabled"}
	groups := []struct {
		prefix string
		names  []string
	}{
		{"--color-background-", tones},
		{"--color-text-", tones},
		{"--color-border-", tones},
		{"--color-ring-", []string{"primary", "secondary", "inverse", "info", "danger", "success", "warning"}},
		{"--font-", []string{"sans", "mono"}},
		{"--font-weight-", []string{"normal", "medium", "semibold", "bold"}},
		{"--font-text-", sized("xs", "sm", "md", "lg")},
		{"--font-heading-", sized("xs", "sm", "md", "lg", "xl", "2xl", "3xl")},
		{"--border-radius-", []string{"xs", "sm", "md", "lg", "xl", "full"}},
		{"--border-width-", []string{"regular"}},
		{"--shadow-", []string{"hairline", "sm", "md", "lg"}},
	}
	known := make(map[string]struct{}, 80)
	for _, group := range groups {
		for _, name := range group.names {
			known[group.prefix+name] = struct{}{}
		}
	}
	return known
}

func sized(steps ...string) []string {
	var names []string
	for _, step := range steps {
		names = append(names, step+"-size", step+"-line-height")
	}
	return names
}
