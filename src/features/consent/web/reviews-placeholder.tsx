/** The attribute of the element that holds the reviews. */
export const reviewsAttribute = 'data-reviews'

/** Reserves a line for the reviews, because nothing should move when they load. React doesn't touch its content. */
export function ReviewsPlaceholder() {
  return <div {...{ [reviewsAttribute]: '' }} className="mt-4 min-h-6" />
}
