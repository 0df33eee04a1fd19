/** VitePress's own theme, with the live figures. */
import type { Theme } from "vitepress";
import DefaultTheme from "vitepress/theme";
import BlockedPage from "../../figures/BlockedPage.vue";
import ScheduleFigure from "../../figures/ScheduleFigure.vue";
import "./style.css";

export default {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    app.component("BlockedPage", BlockedPage);
    app.component("ScheduleFigure", ScheduleFigure);
  },
} satisfies Theme;
