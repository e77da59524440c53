/**
 * The version that appears on pages, at /healthz and in the API's descriptions. It never changes, unlike the release
 * version, which is in package.json (`src/server/release.ts`).
 */
export const appVersion = '1.0'
