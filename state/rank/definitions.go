package rank

import (
	"fmt"

	"gatehouse/state/lab"
)

// Definition describes how a figure of the workbench is computed.
type Definition struct {
	Name  string
	Lines []string // a sentence each
}

// Definitions returns all definitions in the order in which they are shown.
func Definitions() []Definition {
	const (
		shortened = "A document that only one order returned is ranked below all of the other's, tied."
		apart     = "So lists with little in common score below 0, down to −1, without one being the other reversed (Fagin, Kumar, Sivakumar, SIAM J. Discrete Math. 17(1), 2003): look at what both returned, at RBO and at the overlap."
		received  = "Equal scores count in the order in which they were received."
		tied      = "Equal scores: the mean over all orders of the tie (McSherry and Najork, ECIR 2008)."
	)
	return []Definition{
		{"tau-b", []string{
			"Kendall's tau-b: (C − D) ÷ √((P − Tx)·(P − Ty)).",
			"Of all P pairs of documents, C are in the same order, D in opposite order, Tx and Ty are tied by one list.",
			"1: the same order, 0: none in common, −1: reversed. Equal scores are ties.",
			shortened, apart,
			"M. G. Kendall, Biometrika 33 (1945).",
		}},
		{"rho", []string{
			"Spearman's rho: the correlation of the two lists of ranks, equal scores with their mean rank.",
			"1: the same order, 0: none in common, −1: reversed. Long moves weigh more than in tau-b.",
			shortened + " As in tau-b, lists with little in common score below 0.",
			"C. Spearman, American Journal of Psychology 15 (1904).",
		}},
		{"RBO", []string{
			"Rank-biased overlap: (1 − p) · Σ p^(d−1) · A(d), A(d) the share of documents that the first d places have in common.",
			"p is how likely a reader continues by one place: the first 1 ÷ (1 − p) places weigh most. The unseen end is extrapolated (RBO_EXT).",
			"1: the same list, 0: nothing in common. " + received,
			"Webber, Moffat, Zobel, ACM TOIS 28(4) (2010), equation 32.",
		}},
		{"overlap@k", []string{"How many documents the first k places of both lists have in common, in any order. " + received}},
		{"nDCG@k", []string{
			"nDCG@k: DCG ÷ the DCG of the best order that your marks allow, over the first k places.",
			"DCG = Σ (2^mark − 1) ÷ log₂(place + 1). A document without a mark counts as 0.",
			tied,
			"Burges and others, ICML 2005, after Järvelin and Kekäläinen, ACM TOIS 20(4) (2002).",
		}},
		{"RR, MRR", []string{
			"Reciprocal rank: 1 ÷ the place of the first document that you marked 1 or more; 0 when there is none in the list.",
			tied,
			"MRR is its mean over the queries that the model ranked for and that have a document marked 1 or more.",
		}},
		{"AP, MAP", []string{
			"Average precision: at the place of each document marked 1 or more, the share of such documents up to there;",
			"summed, and divided by the number of all documents marked 1 or more. One that was not returned adds nothing.",
			tied,
			"MAP is its mean over the queries, as of MRR.",
		}},
		{"P@k", []string{"Precision: the share of the first k places that have a document marked 1 or more. A shorter list is divided by k too.", tied}},
		{"recall@k", []string{"The share of all documents marked 1 or more that the first k places have.", tied}},
		{"linear nDCG@k", []string{"nDCG with the mark itself as gain, DCG = Σ mark ÷ log₂(place + 1): the ndcg and ndcg_cut of trec_eval.", tied}},
		{"randomisation test", []string{
			"Fisher's paired randomisation test, two-sided: p is how often the means of two models would differ at least as much if it were chance which of the two got which value of a query.",
			fmt.Sprintf("Up to %d queries with a difference, all 2^n assignments are counted; beyond that, %d drawn with a fixed seed.", lab.MaxExact, lab.Samples),
			"n such queries give no p below 2 ÷ 2^n: with five or fewer, no difference counts as more than chance (p at most 0.05).",
			"With several models, several pairs are tested: of twenty equal pairs, one has p 0.05.",
			"Smucker, Allan, Carterette, CIKM 2007.",
		}},
		{"95 % interval", []string{
			fmt.Sprintf("Of the mean difference over the queries: from the 2.5th to the 97.5th percentile of the means of %d bootstrap samples, drawn from the queries with a fixed seed.", lab.Resamples),
			"Efron, Annals of Statistics 7 (1979).",
		}},
	}
}
