/** The actions that require a captcha. A solution for one action isn't valid for another. */
export const captchaUses = ['register', 'reset', 'contact'] as const

/** Third-party captchas. They need keys from their provider. */
export const thirdPartyProviders = ['turnstile', 'hcaptcha', 'recaptcha'] as const
export type ThirdPartyProvider = (typeof thirdPartyProviders)[number]

/**
 * Pages whose forms need a captcha. Only their Content-Security-Policy allows third-party captchas. A browser applies
 * that policy only if it loads the page from the server, so links to these pages need a full load.
 */
export const captchaPages = ['/auth', '/contact'] as const

/** Tells whether this is the path of one of `captchaPages`, or of a page below one. */
export function isCaptchaPage(path: string): boolean {
  return captchaPages.some((page) => path === page || path.startsWith(`${page}/`))
}

/** How long a challenge and its solution are valid, in seconds. It is enough time to fill in a form. */
export const challengeSeconds = 30 * 60
