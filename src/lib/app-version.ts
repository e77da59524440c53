/** The version tag of spec section 9, in a meta tag and in /healthz. The version of the program is in package.json. */
export const appVersion = '1.0'
