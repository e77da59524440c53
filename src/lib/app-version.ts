/** The version tag of the pages, in a meta tag and in /healthz. The version of the program is in package.json. */
export const appVersion = '1.0'
