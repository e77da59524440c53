/** The attribute that marks the place of the reviews. */
export const reviewsPlace = 'data-reviews'

/** Keeps a line free for the reviews, so that nothing moves when they come. React leaves what is in it alone. */
export function ReviewsPlace() {
  return <div {...{ [reviewsPlace]: '' }} className="mt-4 min-h-6" />
}
