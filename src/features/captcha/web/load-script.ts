const loading = new Map<string, Promise<void>>()

/** Adds another site's script to the page once. Rejects if it doesn't load, and can then be called again. */
export function loadScript(url: string): Promise<void> {
  const known = loading.get(url) ?? addScript(url)
  loading.set(url, known)
  known.catch(() => loading.delete(url))
  return known
}

function addScript(url: string): Promise<void> {
  return new Promise((loaded, failed) => {
    const script = document.createElement('script')
    script.src = url
    script.async = true
    script.onload = () => loaded()
    script.onerror = () => {
      script.remove()
      failed(new Error('The script of the robot check could not be loaded.'))
    }
    document.head.append(script)
  })
}
