/** What a captcha is asked for. A solution that was made for one use is none for another. */
export const captchaUses = ['register', 'reset', 'contact', 'login', 'grant'] as const

/** Captchas of others, used by key. */
export const keyedProviders = ['turnstile', 'hcaptcha', 'recaptcha'] as const
export type KeyedProvider = (typeof keyedProviders)[number]

/** The pages whose forms ask for a captcha. Their policy lets a keyed one in, so they are entered by a full load. */
export const captchaPages = ['/auth', '/contact'] as const

/** Whether this is one of those pages, or below one. */
export function isCaptchaPage(path: string): boolean {
  return captchaPages.some((page) => path === page || path.startsWith(`${page}/`))
}

/** So long a challenge can be solved and used, in s: time to fill in a form. */
export const challengeSeconds = 30 * 60
