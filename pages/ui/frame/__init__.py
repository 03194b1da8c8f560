"""What stands around every screen: the page itself, the navigation, the masthead, its notices.

Only main imports it; it may import widgets and what stands at the root.
"""
