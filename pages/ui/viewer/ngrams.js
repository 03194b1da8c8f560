// The view N-grams.

import { drawNgrams } from "viewer/ngrams/ngrams.js";
import { appView } from "./app_view.js";
import { ngramSource } from "./ngram_source.js";

export default appView({ draw: drawNgrams, source: ngramSource });
