/**
 * The version that pages, /healthz and the API's descriptions state. It is fixed, unlike the version of the release in
 * package.json (src/server/release.ts).
 */
export const appVersion = '1.0'
