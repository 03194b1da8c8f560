"""What stands around every screen: the page itself, the navigation, the masthead."""
