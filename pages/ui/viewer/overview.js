// The view Overview.

import { drawOverview } from "viewer/overview/overview.js";
import { appView } from "./app_view.js";
import { overviewSource } from "./overview_source.js";

export default appView({ draw: drawOverview, source: overviewSource });
