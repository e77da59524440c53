/**
 * The version that appears on pages, at /healthz and in the descriptions of the API and the MCP server. It never
 * changes, unlike the release number, which `src/server/start/release.ts` reads from package.json.
 */
export const appVersion = '1.0'
