/* Browsers run no worker of a page that is a file. The search of the theme then runs in a hidden frame, which has the
   functions of a worker that it uses. */
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(address) {
      super();
      const frame = Object.assign(document.createElement("iframe"), { hidden: true });
      document.documentElement.append(frame);
      this.inside = frame.contentWindow;
      this.inside.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data: structuredClone(data) }));
      const script = Object.assign(this.inside.document.createElement("script"), { src: new URL(address, document.baseURI).href });
      this.loaded = new Promise((resolve) => script.addEventListener("load", resolve));
      this.inside.document.body.append(script);
    }

    async postMessage(data) {
      await this.loaded;
      const own = this.inside.structuredClone(data);
      this.inside.dispatchEvent(new MessageEvent("message", { data: own }));
    }
  };
}
