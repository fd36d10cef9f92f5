// @fastify/static: files of the web app come from the service worker.

const noStaticFiles = async (): Promise<void> => {}
export default noStaticFiles
