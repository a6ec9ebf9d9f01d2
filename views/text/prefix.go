package text

import (
	"strings"
)

// CommonPrefix is what all texts begin with, whole clusters only; empty for none.
func CommonPrefix(texts []string) string {
	if len(texts) == 0 {
		return ""
	}
	common := texts[0]
	for _, t := range texts[1:] {
		n := 0
		for n < len(common) {
			cluster, _ := FirstCluster(common[n:])
			if !strings.HasPrefix(t[n:], cluster) {
				break
			}
			n += len(cluster)
		}
		common = common[:n]
	}
	return common
}
