package engines

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
)

// webDriver is a session of WebDriver: commands and their results as JSON over HTTP.
type webDriver struct {
	base string
}

// elementKey is the member by which WebDriver names an element.
const elementKey = "element-6066-11e4-a52e-4f735466cecf"

// call sends a command and decodes its result.
func (w webDriver) call(method, path string, params, into any) error {
	body := []byte("{}")
	if params != nil {
		var err error
		if body, err = json.Marshal(params); err != nil {
			return err
		}
	}
	if method != http.MethodPost {
		body = nil
	}
	request, err := http.NewRequest(method, w.base+path, bytes.NewReader(body))
	if err != nil {
		return err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	var got struct {
		Value json.RawMessage `json:"value"`
	}
	if err := json.NewDecoder(response.Body).Decode(&got); err != nil {
		return fmt.Errorf("%s %s: %w", method, path, err)
	}
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("%s %s: %.400s", method, path, got.Value)
	}
	if into == nil {
		return nil
	}
	return json.Unmarshal(got.Value, into)
}

func (w webDriver) post(path string, params, into any) error {
	return w.call(http.MethodPost, path, params, into)
}

func (w webDriver) get(path string, into any) error {
	return w.call(http.MethodGet, path, nil, into)
}
