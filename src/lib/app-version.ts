/**
 * The version that appears on pages, at /healthz and in the API's descriptions. It never changes, unlike the release
 * number, which `src/server/release.ts` reads from package.json.
 */
export const appVersion = '1.0'
