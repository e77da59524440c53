/** The attribute of the element that holds the reviews. */
export const reviewsAttribute = 'data-reviews'

/** Reserves a line for the reviews, so that nothing moves when they load. React doesn't touch what is inside. */
export function ReviewsPlaceholder() {
  return <div {...{ [reviewsAttribute]: '' }} className="mt-4 min-h-6" />
}
