package answer

import "fmt"

// MonthsOfLanguages lists the names of months by language, each with the
// number of its month.
func MonthsOfLanguages() map[string][][2]string {
	all := map[string][][2]string{}
	for tag, spoken := range languages {
		for i, names := range monthTable(spoken) {
			for _, name := range names {
				all[tag] = append(all[tag], [2]string{name, fmt.Sprintf("%02d", i+1)})
			}
		}
	}
	return all
}
