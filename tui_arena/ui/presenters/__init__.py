"""What screens show, as plain values: folds of events and rows, without a widget or an event loop."""
