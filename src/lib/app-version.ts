/**
 * The version that pages, /healthz and the descriptions of the API state. It never changes, unlike the version of the
 * release, which is in package.json (`src/server/release.ts`).
 */
export const appVersion = '1.0'
