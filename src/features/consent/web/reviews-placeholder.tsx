/** The attribute that marks the element for Trustpilot's reviews of this site. */
export const reviewsAttribute = 'data-reviews'

/** Reserves a line for the reviews, so that nothing moves when they load. React doesn't touch the element's content. */
export function ReviewsPlaceholder() {
  return <div {...{ [reviewsAttribute]: '' }} className="mt-4 min-h-6" />
}
