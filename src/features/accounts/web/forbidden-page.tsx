import { Link } from '@tanstack/react-router'

/** Stands in the place of a page that is for others: moderators, admins. */
export function ForbiddenPage() {
  return (
    <div className="wrap pt-10">
      <section className="rounded-2 border border-hair bg-raised p-5 sm:px-6 sm:py-8">
        <h1 className="text-h2">This page is not for your account</h1>
        <p className="mt-2 mb-4 text-ink-2">
          It is for those who look after the site. If you should be one of them, ask an admin.
        </p>
        <Link to="/" className="btn btn-key">
          Back to Home
        </Link>
      </section>
    </div>
  )
}
