const loading = new Map<string, Promise<void>>()

/** Adds another site's script to the page once. Rejects if it doesn't load, and can then be called again. */
export function loadScript(address: string): Promise<void> {
  const known = loading.get(address) ?? addScript(address)
  loading.set(address, known)
  known.catch(() => loading.delete(address))
  return known
}

function addScript(address: string): Promise<void> {
  return new Promise((loaded, failed) => {
    const script = document.createElement('script')
    script.src = address
    script.async = true
    script.onload = () => loaded()
    script.onerror = () => {
      script.remove()
      failed(new Error('The script of the check could not be loaded.'))
    }
    document.head.append(script)
  })
}
