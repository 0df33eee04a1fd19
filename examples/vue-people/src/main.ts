import { createApp } from "vue";
import App from "./App.vue";
import { makePeople } from "./people.ts";

createApp(App, { people: makePeople(20_000) }).mount("#app");
