/** How many days of views the admin area shows. */
export const shownDays = 30
/** How many days of views one request may ask for. */
export const viewDaysMax = 366

const robot =
  /bot|crawl|spider|slurp|preview|headless|lighthouse|scrap|fetch|monitor|curl|wget|python|axios|java\/|go-http/i

/** Tells whether a User-Agent is missing or belongs to a robot. */
export function isRobot(userAgent: string): boolean {
  return userAgent === '' || robot.test(userAgent)
}
