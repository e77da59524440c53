/** The version tag of the pages, shown in a meta tag and by /healthz. The program's own version is in package.json. */
export const appVersion = '1.0'
